import type { APIGatewayProxyEvent } from "aws-lambda";

/** Returns all values of a header in the order of the event. */
export function valuesOf(event: APIGatewayProxyEvent, wanted: string): readonly string[] {
  return Object.entries(event.multiValueHeaders ?? {}).flatMap(([name, values]) =>
    name.toLowerCase() === wanted ? (values ?? []) : [],
  );
}

/** Returns headers without one of them. */
export function withoutHeader<T>(headers: Record<string, T>, unwanted: string): Record<string, T> {
  return Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== unwanted));
}
