import { download } from "../load/transfers.ts";
import type { Contestant, ContestantName, PeerStart, RunningPeer } from "./contestant.ts";
import { startLatchkey } from "./latchkey.ts";
import { startNginx } from "./nginx.ts";
import { startNodePeer } from "./node-peer.ts";

/** Contestants, and the reasons why peers are absent. */
export interface Peers extends AsyncDisposable {
  readonly contestants: readonly Contestant[];
  readonly absent: ReadonlyMap<ContestantName, string>;
}

/**
 * Starts all proxies, or those named, in front of an upstream. A proxy that doesn't start or answer is recorded with the reason, and the
 * others continue.
 */
export async function startPeers(start: PeerStart, names: readonly ContestantName[] = EVERYONE): Promise<Peers> {
  const contestants: Contestant[] = names.includes("direct") ? [direct(start.upstream)] : [];
  const absent = new Map<ContestantName, string>();
  const stack = new AsyncDisposableStack();
  for (const [name, startPeer] of starters) {
    if (!names.includes(name)) continue;
    try {
      const peer = stack.use(await startPeer(start));
      const {
        port,
        pid,
        alive,
        prefix = "",
        authorization = FILEMAKER_TOKEN,
        adminAuthorization = authorization,
      } = peer;
      const contestant: Contestant = { name, port, pid, alive, prefix, authorization, adminAuthorization };
      await download(contestant, "K1");
      contestants.push(contestant);
    } catch (error) {
      absent.set(name, error instanceof Error ? error.message : String(error));
    }
  }
  return { contestants, absent, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const starters: readonly (readonly [ContestantName, (start: PeerStart) => Promise<RunningPeer>])[] = [
  ["nginx", startNginx],
  ["bare dispatch", (start) => startNodePeer("./bare-dispatch.ts", start)],
  ["http-proxy", (start) => startNodePeer("./http-proxy.ts", start)],
  ["@fastify/http-proxy", (start) => startNodePeer("./fastify-http-proxy.ts", start)],
  ["Latchkey", startLatchkey],
];

const EVERYONE: readonly ContestantName[] = ["direct", ...starters.map(([name]) => name)];

// Proxies without checks pass on FileMaker's own token.
const FILEMAKER_TOKEN = "Bearer 0123456789abcdef0123456789abcdef0123456789abcdef0123";

function direct(upstream: string): Contestant {
  const port = Number(new URL(upstream).port);
  return { name: "direct", port, pid: undefined, alive: () => true, prefix: "", authorization: FILEMAKER_TOKEN };
}
