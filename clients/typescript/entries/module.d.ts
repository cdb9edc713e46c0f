/** All of the client, and the module itself: layoutd-client/bundles/module. */
export * from '../index.js';
export * from '../types/module.js';
