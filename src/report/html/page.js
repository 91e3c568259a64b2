(() => {
  const form = document.getElementById("filters");
  const findings = [...document.querySelectorAll(".finding")];
  const groups = [...document.querySelectorAll(".resource"), ...document.querySelectorAll(".document")];
  const shown = document.getElementById("shown");
  const filter = () => {
    const severities = new Set([...form.querySelectorAll("[name=severity]:checked")].map((box) => box.value));
    const rule = form.elements.rule.value;
    // Only a page with findings about deployments has this field.
    const when = form.elements.deployments?.value ?? "";
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const finding of findings) {
      const text = finding.textContent.toLowerCase();
      const wanted = severities.has(finding.dataset.severity) && (!rule || finding.dataset.rule === rule)
        && (!when || (when === "some" ? ![undefined, "always"].includes(finding.dataset.when) : finding.dataset.when === when))
        && words.every((word) => text.includes(word));
      finding.hidden = !wanted;
      count += wanted;
    }
    for (const group of groups) {
      group.hidden = !group.querySelector(".finding:not([hidden])") && !!group.querySelector(".finding");
    }
    shown.textContent = `${count} of ${findings.length} shown`;
  };
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  // A link to what a filter hides shows it.
  addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target && target.hidden) { form.reset(); setTimeout(() => target.scrollIntoView()); }
  });
  form.hidden = false;
  filter();
})();
