/** Attempts of deliveries. */
export const workers = { attempts: () => import("./attempts.ts") };
