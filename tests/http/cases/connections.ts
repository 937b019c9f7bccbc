import { call } from "../../support/http/call.ts";
import { rawAnswer, rawConnection, rawHead } from "../../support/http/raw-http.ts";
import { empty } from "../../support/http/wire-upstream.ts";
import { type ContractCase, layout, type Stage } from "../contract-case.ts";

const head = ({ key }: Stage, first: string, more: readonly string[] = []): string =>
  rawHead(`${first} HTTP/1.1`, ["Host: here.test", `Authorization: Bearer ${key}`, ...more]);

/** Cases about connections with more than one call and its response. */
export const connections: readonly ContractCase[] = [
  {
    name: "a connection serves several requests",
    expect: { first: 200, second: 200 },
    async act(stage) {
      stage.upstream.answers(empty);
      const connection = await rawConnection(stage.baseUrl);
      connection.send(head(stage, `GET ${layout}/records`));
      await connection.until((received) => received.includes('"messages"'));
      const first = rawAnswer(connection.received).status;
      const length = connection.received.length;
      connection.send(head(stage, `GET ${layout}/records`, ["Connection: close"]));
      await connection.closed;
      return { first, second: rawAnswer(connection.received.slice(length)).status };
    },
  },
  {
    name: "pipelined requests are answered in order",
    expect: { order: "200 404 200" },
    async act(stage) {
      const connection = await rawConnection(stage.baseUrl);
      const calls = [
        head(stage, "GET /svc/healthz"),
        head(stage, "GET /svc/api/nowhere"),
        head(stage, "GET /svc/healthz", ["Connection: close"]),
      ];
      connection.send(calls.join(""));
      await connection.closed;
      return { order: [...connection.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status).join(" ") };
    },
  },
  {
    name: "a client that waits for 100 Continue gets it before it sends the body",
    expect: { interim: 100, status: 200, body: "{}" },
    async act(stage) {
      stage.upstream.answers(empty);
      const connection = await rawConnection(stage.baseUrl);
      const lines = ["Expect: 100-continue", "Content-Length: 2", "Connection: close"];
      connection.send(head(stage, `POST ${layout}/records`, lines));
      const interim = await connection.until((received) => received.includes("\r\n\r\n"));
      connection.send("{}");
      await connection.closed;
      const body = (await stage.upstream.calls[0]?.body)?.toString() ?? "none";
      return {
        interim: Number(interim.split(" ")[1]),
        status: rawAnswer(connection.received).status,
        body,
      };
    },
  },
  {
    name: "the first byte of a response doesn't wait for the last",
    expect: { "first byte": "before the last", body: "whole" },
    async act(stage) {
      const written = Promise.withResolvers<() => void>();
      stage.upstream.answers((request, response) => {
        request.resume();
        response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": "10" });
        response.write("first");
        written.resolve(() => response.end(" last"));
      });
      const connection = await rawConnection(stage.baseUrl);
      connection.send(head(stage, `GET ${layout}/records`, ["Connection: close"]));
      const finish = await written.promise;
      const came = () => connection.received.includes("first");
      await whileItServesOthers(stage, came);
      const early = came();
      finish();
      await connection.closed;
      const whole = connection.received.endsWith("first last") ? "whole" : "cut";
      return { "first byte": early ? "before the last" : "with the last", body: whole };
    },
  },
  {
    name: "a caller that disconnects ends the request",
    expect: { call: "aborted" },
    async act(stage) {
      const answer = Promise.withResolvers<() => void>();
      stage.upstream.answers((request, response) => answer.resolve(() => empty(request, response)));
      const connection = await rawConnection(stage.baseUrl);
      connection.send(head(stage, `GET ${layout}/records`));
      const finish = await answer.promise;
      const [seen] = stage.upstream.calls;
      connection.socket.destroy();
      await whileItServesOthers(stage, () => seen?.over === true);
      const outcome = seen?.over === true ? "aborted" : "continues";
      finish();
      return { call: outcome };
    },
  },
];

/** Makes other calls one after the other until something has happened, or enough to conclude that it doesn't. */
async function whileItServesOthers({ baseUrl }: Stage, happened: () => boolean): Promise<void> {
  for (let count = 0; count < 30 && !happened(); count += 1) await call(baseUrl, "GET", "/svc/healthz");
}
