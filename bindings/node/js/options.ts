/** What a check takes. */

/** A text with the name that findings show. */
export interface NamedText {
  name: string;
  content: string;
}

/** How documents are checked; the defaults are those of `cfn-warden check`. */
export interface Settings {
  /** Guard rules; a text without a name is called `rules`. */
  rules?: readonly (string | NamedText)[];
  /** Whether templates are linted; by default, they are. */
  lint?: boolean;
  /** Regions that templates are linted for; by default, `us-east-1`. */
  regions?: readonly string[];
  /** Prefixes of IDs of lint rules to skip. */
  ignoreChecks?: readonly string[];
  /** Prefixes of IDs of informational lint rules to run, too. */
  includeChecks?: readonly string[];
  /** The time of the check; by default, now. Rules on deprecated runtimes use it. */
  now?: Date;
}

/** What is checked, and how. */
export interface CheckOptions extends Settings {
  /** A template, or another document for rules: YAML, JSON, or an object that is sent as JSON. */
  template?: string | object;
  /** The name of `template` in findings; without it, their `file` is null. */
  name?: string;
  /** Documents to check in one run, with their names. */
  documents?: readonly NamedText[];
}
