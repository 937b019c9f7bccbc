import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

test.each(["productInfo", "productinfo"])("%s needs no account and has no ETag", async (spelling) => {
  const server = await aServer();
  const answer = await server.ask("GET", `/fmi/data/v1/${spelling}`);
  expect(answer.response).toEqual({
    productInfo: {
      name: "FileMaker Data API Engine",
      dateFormat: "MM/dd/yyyy",
      timeFormat: "HH:mm:ss",
      timeStampFormat: "MM/dd/yyyy HH:mm:ss",
    },
  });
  expect(answer.headers.get("etag")).toBeNull();
  expect(answer.headers.get("cache-control")).toBeNull();
});

test("older servers return their version and build date", async () => {
  const server = await aServer({ world: smallWorld({ productInfoVersion: true }) });
  const answer = await server.ask("GET", "/fmi/data/vLatest/productInfo");
  expect(answer.response.productInfo).toMatchObject({ buildDate: "09/04/2025", version: "22.0.2.204" });
});
