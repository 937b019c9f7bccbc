import { peopleMessages as englishPeopleMessages } from "../english/installation/people.ts";
import type { Texts } from "../texts.ts";

/** The texts of people and their roles. */
export const peopleMessages: Texts<typeof englishPeopleMessages> = englishPeopleMessages;
