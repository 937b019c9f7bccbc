import { main } from "./main.ts";

process.exitCode = await main(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
});
