// npm runs this after `npm ci`. Not TypeScript, because older versions of Node run it too if the optional package with Node 24 was left out:
// `npm start` then says what is missing.
if (Number(process.versions.node.split(".")[0]) >= 24) await import("./describe-api.ts");
