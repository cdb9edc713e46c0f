/** React as Debian's page build has it, for modules. */
export const {
  createElement, forwardRef, memo, startTransition, StrictMode, Suspense, useCallback, useEffect, useImperativeHandle, useLayoutEffect,
  useMemo, useState, useSyncExternalStore,
} = globalThis.React;
