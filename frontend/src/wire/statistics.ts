/** `GET /api/stats` and `GET /api/log`. */

export interface QuestionStatistics {
  question: string;
  asked: number;
  answered: number;
  own_words: number;
  too_quick: number;
  cancelled: number;
  timed_out: number;
  superseded: number;
  /** How often each label was chosen. */
  chosen: Readonly<Record<string, number>>;
  median_seconds: number | null;
}

export interface Statistics {
  questions: readonly QuestionStatistics[];
}
