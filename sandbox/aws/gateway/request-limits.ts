/** Maximum size of the request line and the headers together, and of the body, in bytes. */
export const maxHeadBytes = 10_240;
export const maxBodyBytes = 10 * 1024 * 1024;

interface Request {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly bodyBytes?: number;
}

/**
 * Returns the status with which API Gateway refuses a request by its size, before a function runs. AWS documents the limits, but no status
 * for large headers; 431 is that of RFC 6585.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
 */
export function sizeRefusal({ method, target, headers, bodyBytes = 0 }: Request): 413 | 431 | undefined {
  const line = Buffer.byteLength(`${method} ${target} HTTP/1.1\r\n`);
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  if (line + Buffer.byteLength(lines.join("")) > maxHeadBytes) return 431;
  return bodyBytes > maxBodyBytes ? 413 : undefined;
}
