import { chartMessages as englishChartMessages } from "../english/usage/charts.ts";
import type { Texts } from "../texts.ts";

/** The texts of charts. They come with the first chart. */
export const chartMessages: Texts<typeof englishChartMessages> = englishChartMessages;
