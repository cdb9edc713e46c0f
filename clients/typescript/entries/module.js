// @ts-check
export { LayoutModule, ModuleLayout, ModuleProblem, ModuleSnapshot } from '../source/module/wasm/LayoutModule.js';
