/** Sign-in limits and Admin Console accounts. */

export type { AdminAccounts } from "./admin-accounts.ts";
export type { AcceptedClients } from "./login-limiter/accepted-clients.ts";
export type { CheckOutcome, LoginCredential, LoginLimiter } from "./login-limiter/login-limiter.ts";
export type { NetworkAllowance } from "./login-limiter/network-allowance.ts";
