import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";

test("scripts are listed with folders and separators, each with its isFolder flag", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/scripts", { token: await server.login() });
  expect(answer.response.scripts).toEqual([
    { name: "Echo", isFolder: false },
    { name: "JSON", isFolder: false },
    { name: "Silent", isFolder: false },
    { name: "-", isFolder: false },
    {
      name: "Trouble",
      folderScriptNames: [
        { name: "Fail", isFolder: false },
        { name: "Slow", isFolder: false },
      ],
      isFolder: true,
    },
    { name: "Rename", isFolder: false },
    { name: "Adopt", isFolder: false },
    { name: "Note", isFolder: false },
    { name: "Say/it?", isFolder: false },
  ]);
});
