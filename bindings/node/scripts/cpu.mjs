// The CPU time of a process of Node and of the programs that it runs.
import { execFileSync } from "node:child_process";

/** Runs Node with more variables and arguments; returns its output, and its user and system time in milliseconds. */
export function cpu(variables, line, options = {}) {
  const env = { ...process.env, ...variables };
  const out = execFileSync("bash", ["-c", '"$@"; times', "-", process.execPath, ...line], { ...options, env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  // The last line of `times` is that of ended processes: 0m0.042s 0m0.011s
  const [user, system] = out.trimEnd().split("\n").pop().split(" ").map((time) => {
    const [minutes, seconds] = time.split("m");
    return Number(minutes) * 60_000 + Number.parseFloat(seconds) * 1000;
  });
  return { out, cpu: user + system };
}

export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
