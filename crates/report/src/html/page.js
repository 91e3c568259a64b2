(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const all = data.findings;
  const SIZE = 25, ROWS = 8, ROUND = 2, WIDTH = 400, BEFORE = 40, MANY = 300, PATHS = 10;
  const SEVERITIES = ["error", "warning", "informational"];
  const [form, list] = ["filters", "list"].map((id) => document.getElementById(id));
  // Values come from templates: they become text and attributes, never markup.
  const make = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes ?? {})) {
      if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.flat().filter((child) => child !== undefined && child !== ""));
    return made;
  };
  const prose = (text) => {
    const parts = text.split("`");
    return parts.length % 2 ? parts.map((part, at) => (at % 2 ? make("code", null, part) : part)) : [text];
  };
  const thousands = new Intl.NumberFormat("en-US");
  const number = (count) => (count < 1000 ? String(count) : thousands.format(count));
  const counted = (count, what) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;

  const KEYS = {
    file: (one) => data.files[one.file].name,
    rule: (one) => data.rules[one.rule].id,
    // Templates often use the same logical IDs.
    resource: (one) => one.resource && `${one.resource} in ${KEYS.file(one)}`,
    severity: (one) => SEVERITIES[one.severity],
  };
  const titles = new Map(data.rules.map((rule) => [rule.id, rule.title]));
  const words = (one) => one.words ??= [one.message, one.path, KEYS.rule(one), titles.get(KEYS.rule(one)), KEYS.file(one), one.kind,
    ...one.notes.map(([, text]) => text)].join("\n").toLowerCase();
  // Groups of findings by a key, those with the most errors first.
  const grouped = (findings, key) => {
    const groups = new Map();
    for (const one of findings) {
      const name = KEYS[key](one);
      let group = groups.get(name);
      if (!group) groups.set(name, group = { name, counts: [0, 0, 0], findings: [] });
      group.counts[one.severity] += 1;
      group.findings.push(one);
    }
    return [...groups.values()].sort((a, b) => b.counts[0] - a.counts[0] || b.counts[1] - a.counts[1] || b.counts[2] - a.counts[2]);
  };

  // Findings that say the same at the same place for several resources or in several calls of a module are one entry.
  const joined = (findings) => {
    const entries = new Map();
    for (const one of findings) {
      const { id, path, resource, kind, words, call, ...same } = one;
      const key = resource || call ? JSON.stringify(same) : id;
      const entry = entries.get(key);
      if (entry) entry.push(one);
      else entries.set(key, [one]);
    }
    return [...entries.values()];
  };

  // The state of the view is the fragment of the address, so that a link opens the same view.
  const FILTERS = ["severity", "rule", "file", "resource", "engine", "when", "q"];
  const read = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  let state = read();
  const address = (changes) => {
    const next = Object.entries({ ...state, page: "", f: "", line: "", ...changes }).filter(([, value]) => value);
    return "#" + new URLSearchParams(next);
  };
  const cleared = Object.fromEntries(FILTERS.map((key) => [key, ""]));
  const filtered = () => {
    const severities = state.severity && new Set(state.severity.split(","));
    const wanted = (state.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    return all.filter((one) => (!severities || severities.has(SEVERITIES[one.severity]))
      && ["rule", "file", "resource"].every((key) => !state[key] || KEYS[key](one) === state[key])
      && (!state.engine || one.engine === state.engine)
      && (!state.when || (state.when === "some" ? one.when && one.when !== "always" : one.when === state.when))
      && (!wanted.length || wanted.every((word) => words(one).includes(word))));
  };

  const counts = (key) => {
    const found = new Map();
    for (const one of all) if (one[key]) found.set(one[key], (found.get(one[key]) ?? 0) + 1);
    return [...found].sort();
  };
  const select = (label, name, none, options) => {
    const list = make("select", { name }, make("option", { value: "" }, none));
    const option = ([value, text]) => make("option", { value }, text ?? value);
    if (options.length <= MANY) list.append(...options.map(option));
    else {
      // Thousands of options are made when somebody wants to choose one.
      list.addEventListener("focus", () => {
        const chosen = list.value;
        list.replaceChildren(list.options[0], ...options.map(option));
        list.value = chosen;
      }, { once: true });
    }
    return make("label", null, make("span", null, label), list);
  };
  const shown = make("output", { id: "shown", "aria-live": "polite" });
  const buildForm = () => {
    const totals = SEVERITIES.map((_, severity) => all.filter((one) => one.severity === severity).length);
    const boxes = SEVERITIES.map((name, at) => make("label", { class: name },
      make("input", { type: "checkbox", name: "severity", value: name }), make("span", { class: "badge" }, name), " ", make("small", null, number(totals[at]))));
    const names = (key) => grouped(all, key).filter((group) => group.name)
      .map((group) => [group.name, `${group.name} (${number(group.findings.length)})`]).sort(([a], [b]) => (a < b ? -1 : 1));
    const [engines, conditions] = [counts("engine"), counts("when")];
    const some = conditions.reduce((sum, [when, count]) => sum + (when === "always" ? 0 : count), 0);
    const when = conditions.map(([name, count]) => [name, `${name} (${count})`]);
    form.append(
      make("fieldset", null, make("legend", null, "Severity"), boxes),
      make("label", { class: "search" }, make("span", null, "Words"), make("input", { type: "search", name: "q", autocomplete: "off" })),
      select("Rule", "rule", "all rules", names("rule")),
      select("File", "file", "all files", names("file")),
      engines.length > 1 ? select("Kind", "engine", "all kinds", engines.map(([name, count]) => [name, `${name} (${number(count)})`])) : "",
      conditions.length ? select("Deployments", "when", "all", [["some", `not always (${some})`], ...when]) : "",
      select("Group by", "group", "file", [["rule"], ["resource"], ["severity"]]),
      make("p", { id: "active" }), shown,
    );
    form.hidden = false;
  };
  const syncForm = () => {
    const severities = state.severity ? state.severity.split(",") : SEVERITIES;
    for (const field of form.elements) {
      if (field.name === "severity") field.checked = severities.includes(field.value);
      else if (field.name && field !== document.activeElement) {
        const value = state[field.name] ?? "";
        field.value = value;
        if (field.value !== value) field.append(make("option", { value, selected: "" }, value));
      }
    }
    const active = FILTERS.filter((key) => state[key]);
    const chip = (key) => make("a", { class: "chip", href: address({ [key]: "" }), "aria-label": `Remove the filter ${key}: ${state[key]}` },
      make("span", null, `${key === "q" ? "words" : key === "engine" ? "kind" : key}: ${state[key]}`), make("b", { "aria-hidden": "true" }, "×"));
    const clear = active.length > 1 ? make("a", { href: address(cleared) }, "Clear all") : "";
    document.getElementById("active").replaceChildren(...active.map(chip), clear);
  };
  const fromForm = () => {
    const boxes = [...form.querySelectorAll("[name=severity]")];
    const checked = boxes.filter((box) => box.checked).map((box) => box.value);
    const changes = { severity: checked.length === boxes.length ? "" : checked.join(",") || "none" };
    for (const field of form.elements) {
      if (field.name && field.name !== "severity") changes[field.name] = field.value.trim();
    }
    return changes;
  };

  const buildTables = () => {
    for (const section of document.querySelectorAll(".by")) {
      const key = section.dataset.key;
      const groups = grouped(all, key).filter((group) => group.name);
      const row = (group) => make("tr", null,
        make("th", { scope: "row" }, make("a", { "data-name": group.name }, group.name), key === "rule" ? make("small", null, titles.get(group.name)) : ""),
        group.counts.map((count, at) => make("td", { class: count ? SEVERITIES[at] : "zero" }, number(count))));
      const body = section.querySelector("tbody");
      const fill = (count) => body.replaceChildren(...groups.slice(0, count).map(row));
      fill(ROWS);
      section.querySelector("p")?.remove();
      if (groups.length <= ROWS) continue;
      const button = make("button", { type: "button", "aria-expanded": "false" });
      const toggle = (isOpen) => {
        button.textContent = isOpen ? `Show the first ${ROWS}` : `Show all ${number(groups.length)}`;
        button.setAttribute("aria-expanded", isOpen);
        fill(isOpen ? groups.length : ROWS);
        syncTables();
      };
      button.addEventListener("click", () => toggle(button.getAttribute("aria-expanded") === "false"));
      section.append(button);
      toggle(false);
    }
  };
  const syncTables = () => {
    for (const link of document.querySelectorAll(".by a")) {
      const key = link.closest(".by").dataset.key;
      const isActive = state[key] === link.dataset.name;
      link.href = address({ [key]: isActive ? "" : link.dataset.name });
      if (isActive) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };

  const lineOf = (file, line) => file.lines?.[line - 1] ?? file.parts?.[line];
  // A line, or the part of it around the mark.
  const marked = (text, [start, end] = [1, 1], isMarked = false) => {
    const chars = Array.from(text);
    const first = chars.length > WIDTH ? Math.max(0, start - 1 - BEFORE) : 0;
    const part = (from, to) => chars.slice(Math.max(first, from), Math.min(first + WIDTH, to)).join("");
    const to = end || chars.length + 1;
    const [lead, tail] = [first > 0 ? "…" : "", first + WIDTH < chars.length ? "…" : ""];
    if (!isMarked) return [lead + part(0, chars.length) + tail];
    const inside = part(start - 1, to - 1);
    return [lead + part(0, start - 1), inside ? make("mark", null, inside) : "", part(to - 1, chars.length) + tail];
  };
  const excerpt = (one) => {
    const file = data.files[one.file];
    const rows = [];
    for (let line = Math.max(1, one.line - ROUND); line <= one.line + ROUND; line += 1) {
      const text = lineOf(file, line);
      if (text === undefined) continue;
      rows.push(make("span", { class: line === one.line ? "l at" : "l" }, make("span", { class: "n" }, String(line)), marked(text, one.mark, line === one.line), "\n"));
    }
    return rows.some((row) => row.textContent.trim()) ? make("pre", null, make("code", null, rows)) : "";
  };
  const called = (entry) => {
    const calls = [...new Set(entry.map((one) => one.call).filter(Boolean))];
    if (calls.length < 2) return calls.map((call) => ` (in a module called at ${call})`).join("");
    const more = calls.length > PATHS ? ` and ${number(calls.length - PATHS)} more` : "";
    return ` (in modules called at ${calls.slice(0, PATHS).join(", ")}${more})`;
  };
  const path = (one) => (one.path ? make("p", { class: "path" }, one.path, one.kind ? make("span", null, ` · ${one.kind}`) : "") : "");
  const article = (entry, key, target) => {
    const one = entry.includes(target) ? target : entry[0];
    const paths = [...new Map(entry.map((other) => [other.path, other])).values()];
    const [name, rule, file] = [SEVERITIES[one.severity], data.rules[one.rule], KEYS.file(one)];
    const place = `line ${one.line}, column ${one.column}`;
    return make("article", { class: `finding ${name}`, id: `f-${one.id}`, tabindex: "-1", "aria-label": `${name} ${rule.id}, ${file}, ${place}` },
      make("p", { class: "top" }, make("span", { class: "badge" }, name),
        rule.url ? make("a", { href: rule.url, rel: "noreferrer" }, rule.id) : make("b", null, rule.id),
        make("span", { class: "where" }, key === "file" ? place : make("a", { href: address({ ...cleared, group: "", file, f: one.id }) }, `${file}:${one.line}:${one.column}`)),
        make("a", { class: "permalink", href: "#" + new URLSearchParams({ f: one.id }), "aria-label": "Link to this finding", title: "Link to this finding" }, "#")),
      make("p", { class: "message" }, prose(one.message + called(entry))),
      excerpt(one),
      paths.slice(0, PATHS).map(path),
      paths.length > PATHS ? make("p", { class: "path" }, `and ${number(paths.length - PATHS)} more`) : "",
      one.notes.map(([kind, text]) => make("p", { class: kind }, prose(text))),
      (one.related ?? []).map(([line, text]) => make("p", { class: "soft" }, "see ",
        make("a", { href: address({ ...cleared, group: "", file, line }) }, `line ${line}`), ": ", prose(text))));
  };
  const source = (file) => {
    if (!file.lines) return "";
    const own = all.filter((one) => data.files[one.file] === file);
    const first = new Map(own.map((one) => [one.line, one]).reverse());
    const fill = (box) => {
      if (box.querySelector("pre")) return;
      const rows = file.lines.map((text, at) => {
        const one = first.get(at + 1);
        const label = one && make("a", { class: "n", href: address({ ...cleared, group: "", file: file.name, f: one.id }) }, String(at + 1));
        return make("span", { class: one ? "l at" : "l", id: `l-${at + 1}`, tabindex: "-1" }, label ?? make("span", { class: "n" }, String(at + 1)), text, "\n");
      });
      box.append(make("pre", null, make("code", null, rows)));
    };
    const box = make("details", { class: "source" }, make("summary", null, `Source, ${counted(first.size, "line")} marked`));
    box.addEventListener("toggle", () => box.open && fill(box));
    return Object.assign(box, { fill: () => { fill(box); box.open = true; } });
  };
  const pager = (page, pages) => {
    if (pages < 2) return "";
    const near = [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages).sort((a, b) => a - b);
    const link = (to, text, label) => make("a", { href: address({ page: to > 1 ? to : "" }), "aria-label": label ?? `Page ${to}`, "aria-current": to === page && !label ? "page" : undefined }, text);
    const numbers = near.flatMap((to, at) => [at && to - near[at - 1] > 1 ? make("span", null, "…") : "", link(to, number(to))]);
    return make("nav", { class: "pager", "aria-label": "Pages of findings" }, page > 1 ? link(page - 1, "Previous", "Previous page") : "",
      numbers, page < pages ? link(page + 1, "Next", "Next page") : "");
  };

  const render = () => {
    const key = KEYS[state.group] ? state.group : "file";
    let found = filtered();
    const target = state.f && all.find((one) => one.id === state.f);
    if (target && !found.includes(target)) {
      state = { ...state, ...cleared };
      found = all;
    }
    const groups = grouped(found, key).map((group) => ({ ...group, entries: joined(group.findings) }));
    const flat = groups.flatMap((group) => group.entries);
    const pages = Math.max(1, Math.ceil(flat.length / SIZE));
    const wanted = target ? Math.floor(flat.findIndex((entry) => entry.includes(target)) / SIZE) + 1 : Number.parseInt(state.page, 10) || 1;
    const page = Math.min(Math.max(1, wanted), pages);
    const [from, to] = [(page - 1) * SIZE, Math.min(page * SIZE, flat.length)];
    const parts = [];
    let at = 0, opened;
    for (const group of groups) {
      const own = group.entries.slice(Math.max(0, from - at), Math.max(0, to - at));
      at += group.entries.length;
      if (!own.length) continue;
      const title = group.name || "The template";
      const more = key === "rule" ? make("small", null, titles.get(group.name)) : "";
      const box = key === "file" ? source(data.files[own[0][0].file]) : "";
      if (box && state.line && state.file === group.name) opened = box;
      parts.push(make("section", { class: "group" }, make("h3", null, title, more, make("small", null, counted(group.findings.length, "finding"))),
        box, own.map((entry) => article(entry, key, target))));
    }
    const lost = state.f && !target ? make("p", { class: "none", role: "status" }, "The finding of this link is not in this report.") : "";
    const none = flat.length ? "" : make("p", { class: "none" }, all.length ? "No finding matches the filters." : "Nothing found.");
    list.replaceChildren(...[lost, none, ...parts, pager(page, pages)].filter(Boolean));
    const range = flat.length > SIZE ? `${number(from + 1)}–${number(to)} of ${number(flat.length)}` : number(flat.length);
    const entries = flat.length === found.length ? "" : ` for ${counted(found.length, "finding")}`;
    shown.textContent = found.length === all.length ? `${range} shown${entries}` : `${range} shown${entries}, ${number(all.length)} in all`;
    syncForm();
    syncTables();
    opened?.fill();
    return target ? document.getElementById(`f-${target.id}`) : opened && document.getElementById(`l-${state.line}`);
  };
  const show = (into) => {
    if (!into) return;
    document.querySelectorAll(".chosen").forEach((one) => one.classList.remove("chosen"));
    into.classList.add("chosen");
    into.scrollIntoView({ block: "center" });
    into.focus({ preventScroll: true });
  };
  const heading = document.querySelector("#findings h2");
  heading.tabIndex = -1;
  addEventListener("hashchange", () => {
    const before = state;
    state = read();
    const into = render();
    if (into) show(into);
    else if (before.page !== state.page || document.activeElement === document.body) {
      heading.focus({ preventScroll: true });
      heading.scrollIntoView();
    }
  });
  let timer;
  form.addEventListener("input", (event) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      history.replaceState(null, "", address(fromForm()));
      state = read();
      render();
    }, event.target.type === "search" ? 120 : 0);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  if (!all.length) return;
  buildForm();
  buildTables();
  show(render());
  document.documentElement.dataset.ready = "";
})();
