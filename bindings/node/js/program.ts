/** The program `cfn-warden`, which a package for this platform contains: it starts faster than WebAssembly is compiled. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import { InternalError, OptionsError, requestText, type Answer } from "./answer.js";

const INVALID = 1;

/** Returns the path of the program: what `CFN_WARDEN_PROGRAM` names, or the program of the package for this platform, if it is installed. */
export function program(): string | undefined {
  const given = process.env["CFN_WARDEN_PROGRAM"];
  if (given !== undefined) return given === "" ? undefined : given;
  const name = process.platform === "win32" ? "cfn-warden.exe" : "cfn-warden";
  try {
    const folder = dirname(require.resolve(`@cfn-warden/${process.platform}-${process.arch}/package.json`));
    const path = join(folder, name);
    return existsSync(path) ? path : undefined;
  } catch {
    // Package managers leave out packages for other platforms, and optional ones if they are asked to.
    return undefined;
  }
}

/** Answers with a run of the program for each request. */
export function running(path: string): Answer {
  // Takes 3 ms, which WebAssembly does not need.
  const { spawnSync } = require("node:child_process") as typeof import("node:child_process");
  return (request) => {
    const { error, status, signal, stdout, stderr } = spawnSync(path, ["answer"], {
      input: requestText(request),
      encoding: "utf8",
      maxBuffer: Infinity,
      windowsHide: true,
    });
    // A program that ends before it has read the request says why in its status.
    const isEarly = (error as NodeJS.ErrnoException | undefined)?.code === "EPIPE";
    if (error && !isEarly) throw new InternalError(`cannot run ${path}: ${error.message}`, { cause: error });
    if (status === 0 && stdout !== "") return stdout;
    const [, invalid] = status === INVALID ? (/^cfn-warden: (.*)/s.exec(stderr.trim()) ?? []) : [];
    if (invalid !== undefined) throw new OptionsError(invalid);
    // Another program than cfn-warden has other words for what it cannot do.
    const reason = stderr.trim().replace(/^cfn-warden: /, "");
    throw new InternalError(`the checker failed: ${path} ended with ${signal ?? status}${reason && `: ${reason}`}`);
  };
}
