/** What the client uses of React's types, which a page has from @types/react. */
declare module 'react' {
  export type ReactNode = object | string | number | boolean | null | undefined;
  export type CSSProperties = Record<string, string | number | undefined>;
  export interface ReactElement { type: any; props: any; key: any }
  export interface RefAttributes<T> { ref?: ((instance: T | null) => void) | { current: T | null } | null; key?: string | number }
  export type ForwardedRef<T> = ((instance: T | null) => void) | { current: T | null } | null;
  export type ForwardRefExoticComponent<P> = (props: P) => ReactElement | null;
  export interface HTMLAttributes<T> { className?: string; id?: string; style?: CSSProperties; children?: ReactNode; onScroll?: (event: { target: T }) => void }
  type Dependencies = readonly unknown[];
  export function createElement(type: any, props?: any, ...children: any[]): ReactElement;
  export function forwardRef<T, P>(render: (props: P, ref: ForwardedRef<T>) => ReactElement | null): ForwardRefExoticComponent<P & RefAttributes<T>>;
  export function memo<P>(component: (props: P) => ReactElement | null): (props: P) => ReactElement | null;
  export function useCallback<T>(callback: T, dependencies: Dependencies): T;
  export function useEffect(effect: () => void | (() => void), dependencies?: Dependencies): void;
  export function useImperativeHandle<T>(ref: ForwardedRef<T>, make: () => T, dependencies?: Dependencies): void;
  export function useLayoutEffect(effect: () => void | (() => void), dependencies?: Dependencies): void;
  export function useMemo<T>(make: () => T, dependencies: Dependencies): T;
  export function useState<T>(initial: T | (() => T)): [T, (value: T) => void];
  export function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, get: () => T, getOnServer?: () => T): T;
}

declare module 'react-dom' {
  export function flushSync<T>(act: () => T): T;
}
