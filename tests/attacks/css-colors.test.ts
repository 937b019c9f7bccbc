import { afterAll, expect } from "vitest";
import { systemStore } from "#shared/system/store.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const change = (json: unknown) => service.admin("PATCH", "/svc/api/settings", json);

const hostile = [
  "</style><script>alert(1)</script>",
  "red; background: url(//example.com)",
  "red}body{display:none",
  "url(//example.com/x)",
  "var(--x, url(//example.com))",
  "expression(alert(1))",
  'rgb(1 2 3)" onload="alert(1)',
  "rgb(1 2 3'/**/",
  "r\\65 d",
  "#12345",
  "#ggg",
  "&#35;fff",
  "Grün & <b>",
];

verifies("system:settings:colors", async () => {
  for (const name of ["themeColor", "environmentTagColor"])
    for (const color of hostile) {
      const answer = await change({ serverNickname: "Never", [name]: color });
      expect(answer, color).toRefuseWith("input_invalid");
      expect(answer.body.messages[0].text).toContain(`\`${name}\`: must be a CSS color`);
    }
  const colors = [
    "#abc",
    "#AABBCCDD",
    "rebeccapurple",
    "rgb(1, 2, 3)",
    "hsl(210deg 80% 50% / 0.5)",
    "oklch(0.7 0.1 250)",
  ];
  for (const color of colors) expect(await change({ themeColor: color, environmentTagColor: color })).toSucceed();
});

verifies(
  "system:settings:colors",
  "an invalid color stored by an earlier version is read, and can be changed",
  async () => {
    const stored = systemStore(service.openStores(service.clock).table);
    const { version } = await stored.settings();
    await stored.change({ themeColor: "Grün & <b>", environmentTagColor: "none at all" }, version);
    const { body } = await service.admin("GET", "/svc/api/settings");
    expect(body.response).toMatchObject({ "theme-color": "Grün & <b>", environmentTagColor: "none at all" });
    expect((await service.raw("GET", "/svc/api/info")).body.response.service.themeColor).toBe("Grün & <b>");
    expect(await change({ serverNickname: "Still here" })).toSucceed();
    expect(await change({ themeColor: "teal" })).toSucceed();
  },
);
