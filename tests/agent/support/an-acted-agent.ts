import type { HostReport } from "#shared/agent/protocol/commands/host-commands.ts";
import { frameIn, jsonIn } from "#shared/agent/protocol/frame.ts";
import { type Outcome, ServiceMessage } from "#shared/agent/protocol/message.ts";
import { reportHost } from "../../../local-agent/commands/report-host.ts";
import { hostAt } from "../../../local-agent/host.ts";
import { enroll } from "../../../local-agent/link/enroll.ts";
import type { TestService } from "../../support/test-service.ts";
import { until } from "../../support/until.ts";
import type { AHost } from "./a-host.ts";
import { aSigner, openedWith, say } from "./a-link.ts";
import { anEnrollmentCode } from "./an-agent.ts";

type Request = Extract<ServiceMessage, { readonly type: "request" }>;
type Received = Extract<ServiceMessage, { readonly type: "heard" }>;

/** Agent of another version; the test sets its hello and its answers. */
export interface AnActedAgent {
  readonly id: string;
  /** Requests received so far. */
  readonly asked: readonly Request[];
  /** The service's answer to the hello. */
  readonly greeting: Received;
  isLinked(): boolean;
  /** Sends the same hello again with additional fields. */
  helloWith(more: object): Promise<Received>;
  stop(): Promise<void>;
}

interface Acting {
  readonly report: (own: HostReport) => object;
  readonly answer: (request: Request) => Outcome;
}

export async function anActedAgent(
  service: TestService,
  host: AHost,
  { report, answer }: Acting,
): Promise<AnActedAgent> {
  const code = await anEnrollmentCode(service, true);
  const identity = await enroll({ address: `${service.baseUrl}/svc`, code, name: "acted", folder: host.folder });
  const sign = aSigner(identity, () => service.clock.now());
  const { socket, closed } = await openedWith(identity.linkAddress, sign({ type: "open" }));
  const asked: Request[] = [];
  const received: Received[] = [];
  let isLinked = true;
  void closed.then(() => {
    isLinked = false;
  });
  socket.on("message", (data) => {
    const message = ServiceMessage.parse(jsonIn(frameIn(String(data))?.payload ?? ""));
    if (message.type === "heard") received.push(message);
    if (message.type !== "request") return;
    asked.push(message);
    say(socket, sign({ type: "reply", request: message.request, outcome: answer(message) }));
  });
  const own = await reportHost(hostAt(host.path));
  const helloWith = async (more: object): Promise<Received> => {
    const before = received.length;
    say(socket, sign({ type: "here", report: report(own) as HostReport, works: [], ...more }));
    await until(() => received.length > before || !isLinked);
    const [last] = received.slice(before);
    if (last === undefined) throw new Error("The link was ended");
    return last;
  };
  return {
    id: identity.id,
    asked,
    greeting: await helloWith({}),
    isLinked: () => isLinked,
    helloWith,
    async stop() {
      socket.terminate();
      await closed;
    },
  };
}
