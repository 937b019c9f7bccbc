/**
 * Address of the sandbox's store, which functions can call although it's on this machine. Undefined in a deployment; `npm run dev:aws`
 * bundles another value (scripts/dev-aws/one-build.ts).
 */
export const sandboxStore: string | undefined = undefined;
