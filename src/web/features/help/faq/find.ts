import type { Category, Condition, Question } from '#web/i18n/question.ts';
import { fillPlaceholders, plainText, searchWords, type Values } from '../text.ts';

/** The facts of this server. */
export interface Facts {
  conditions: ReadonlySet<Condition>;
  values: Values;
}

export interface FoundQuestion extends Pick<Question, 'slug' | 'question' | 'answer'> {
  /** The answer contains search terms that the question lacks, so it is opened. */
  isInAnswer: boolean;
}

export interface FoundCategory extends Pick<Category, 'slug' | 'title'> {
  questions: FoundQuestion[];
}

/** The applicable questions that contain every search term, by category. */
export function findQuestions(
  categories: readonly Category[],
  { conditions, values }: Facts,
  query: string,
): FoundCategory[] {
  const words = searchWords(query);
  return categories
    .map(({ slug, title, questions }) => ({
      slug,
      title,
      questions: questions
        .filter(({ when }) => when === undefined || when.some((condition) => conditions.has(condition)))
        .map(({ answer, ...rest }) => ({
          ...rest,
          answer: answer.map((text) => fillPlaceholders(text, values)),
        }))
        .flatMap((question) => found(question, words)),
    }))
    .filter(({ questions }) => questions.length > 0);
}

function found({ slug, question, answer }: Question, words: readonly string[]): FoundQuestion[] {
  const asked = question.toLowerCase();
  const answered = answer.map(plainText).join('\n').toLowerCase();
  if (!words.every((word) => asked.includes(word) || answered.includes(word))) return [];
  return [{ slug, question, answer, isInAnswer: !words.every((word) => asked.includes(word)) }];
}
