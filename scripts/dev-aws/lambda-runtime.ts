import { bufferedStreams } from "./buffered-streams.ts";

// The first import of every bundle that one-build.ts writes, before the handlers ask for Lambda's streaming.
// serverless-offline can't stream: https://github.com/dherault/serverless-offline/issues/1681.
Object.assign(globalThis, { awslambda: bufferedStreams });
