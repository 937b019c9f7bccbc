import { statisticsMessages as englishStatisticsMessages } from "../english/usage/statistics.ts";
import type { Texts } from "../texts.ts";

/** The texts of statistics of the server. They come with their charts. */
export const statisticsMessages: Texts<typeof englishStatisticsMessages> = englishStatisticsMessages;
