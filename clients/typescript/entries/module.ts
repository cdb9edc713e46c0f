/** The WebAssembly module itself: layoutd-client/module. */
export { LayoutModule, ModuleLayout, ModuleProblem, ModuleSnapshot } from '../source/module/wasm/LayoutModule.js';
export * from '../types/module.js';
