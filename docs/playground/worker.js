// Checks in a thread of its own: typing is not delayed. One request is answered at a time.
import { check, init, packs } from "./cfn-warden/browser.js";

const loaded = init(new URL("./cfn-warden/cfn-warden.wasm", import.meta.url));

onmessage = async ({ data: { id, options } }) => {
  try {
    await loaded;
    if (!options) return postMessage({ packs: packs() });
    const started = performance.now();
    const result = check(options);
    postMessage({ id, result, milliseconds: performance.now() - started });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
};
