import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { dynoxideClient } from "../support/aws/dynoxide-client.ts";
import { lightCalls } from "../support/aws/light-calls.ts";

test("a call on a connection that the emulator has just closed is repeated, as by the SDK's own handler", async () => {
  let calls = 0;
  const server = createServer((incoming, answer) => {
    calls += 1;
    if (calls === 2) incoming.socket.destroy();
    else answer.setHeader("content-type", "application/x-amz-json-1.0").end('{"TableNames":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = dynoxideClient(endpoint, lightCalls(endpoint));
  await client.send(new ListTablesCommand({}));
  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
  expect(calls).toBe(3);
  client.destroy();
  server.close();
});
