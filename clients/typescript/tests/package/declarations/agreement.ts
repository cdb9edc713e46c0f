// Compiles only if the declarations agree with the sources.
import type * as declared from '../../../types/index.js';
import type * as declaredModule from '../../../types/module.js';
import { cssTransform } from '../../../source/viewport/pages/cssTransform.js';
import type { DocumentHandle } from '../../../source/documents/DocumentHandle.js';
import { Feed } from '../../../source/feed/Feed.js';
import type { Following } from '../../../source/documents/Following.js';
import { KeyedItems } from '../../../source/steps/KeyedItems.js';
import { Layout } from '../../../source/viewport/Layout.js';
import { LayoutService } from '../../../source/viewport/LayoutService.js';
import { LayoutModule, ModuleLayout, ModuleProblem, ModuleSnapshot } from '../../../source/module/wasm/LayoutModule.js';
import { limits } from '../../../source/service/limits.js';
import type { LocalLayout } from '../../../source/module/LocalLayout.js';
import type { LocalService } from '../../../source/module/LocalService.js';
import type { LocalSnapshot } from '../../../source/module/LocalSnapshot.js';
import type { Page } from '../../../source/viewport/pages/Page.js';
import { IdChanged, Problem } from '../../../source/service/Problem.js';
import { ScrollSpace } from '../../../source/viewport/ScrollSpace.js';
import type { Snapshot } from '../../../source/service/Snapshot.js';
import { SourceTree } from '../../../source/tree/SourceTree.js';
import { effects } from '../../../source/steps/effects.js';
import { frames } from '../../../source/steps/frames.js';
import { stepsBetween } from '../../../source/steps/stepsBetween.js';
import type { Viewport } from '../../../source/viewport/Viewport.js';

const exported: Omit<typeof declared, 'Snapshot' | 'Layout' | 'Page' | 'Viewport' | 'LayoutService' | 'DocumentHandle' | 'Following'> = {
  Feed, limits, Problem, IdChanged, ScrollSpace, KeyedItems, SourceTree, cssTransform, effects, frames, stepsBetween,
};
/** These come from the client alone: what counts is what they are, not how they are made. */
export function agree(
  service: LayoutService, snapshot: Snapshot, layout: Layout, page: Page, viewport: Viewport, handle: DocumentHandle,
  following: Following,
): [
  declared.LayoutService, declared.Snapshot, declared.Layout, declared.Page, declared.Viewport, declared.DocumentHandle,
  declared.Following, typeof exported,
] {
  return [service, snapshot, layout, page, viewport, handle, following, exported];
}
/** What is held in the page. */
export function agreeLocally(
  service: LocalService, snapshot: LocalSnapshot, layout: LocalLayout,
): [declared.LocalService, declared.LocalSnapshot, Omit<declared.LocalLayout, 'snapshot'>] {
  return [service, snapshot, layout];
}
const made: new (...parameters: ConstructorParameters<typeof declared.LayoutService>) => LayoutService = LayoutService;
const fromAnswer: typeof declared.Layout.fromAnswer = Layout.fromAnswer;
export { fromAnswer, made };

export function modulesAgree(module: LayoutModule, snapshot: ModuleSnapshot, layout: ModuleLayout): [
  declaredModule.LayoutModule, declaredModule.ModuleSnapshot, declaredModule.ModuleLayout,
] {
  return [module, snapshot, layout];
}
type Same<A, B> = [A, B] extends [B, A] ? true : false;
/** What the classes of the module have besides is for each other alone. */
const nothingIsLeftOut: [
  Same<Exclude<keyof LayoutModule, keyof declaredModule.LayoutModule>, 'instance' | 'made'>,
  Same<Exclude<keyof ModuleSnapshot, keyof declaredModule.ModuleSnapshot>, 'handle' | 'hasUnread' | 'isLost' | 'measure' | 'stepNumbers'>,
  Same<Exclude<keyof ModuleLayout, keyof declaredModule.ModuleLayout>, 'checkPlace' | 'handle' | 'line' | 'warnings'>,
  Same<keyof ModuleProblem, keyof declaredModule.ModuleProblem>,
] = [true, true, true, true];
const loadedModule: new (...parameters: ConstructorParameters<typeof declaredModule.LayoutModule>) => LayoutModule = LayoutModule;
const loads: typeof declaredModule.LayoutModule.load = LayoutModule.load;
const problem: typeof declaredModule.ModuleProblem = ModuleProblem;
export { loadedModule, loads, nothingIsLeftOut, problem };
