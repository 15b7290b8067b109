import { DraftAnswers } from '@andscene/contracts/drafts'
import { CHARACTER_NAME_LIMIT, RENAMED_LIMIT } from '@andscene/contracts/limits'
import { fits } from '@andscene/contracts/schema/fits'
import { invalid } from '@andscene/service-kit/http-error'

/** Maximum size of the answers, with room for the most and longest names in UTF-8. */
export const ANSWERS_BYTES = RENAMED_LIMIT * 2 * CHARACTER_NAME_LIMIT * 3 + 8 * 1024

/** The answers of a form to the questions about a draft, none without a field. Throws VALIDATION. */
export function answersIn(json: string | undefined): DraftAnswers {
  if (json === undefined) return {}
  const answers = parsed(json)
  if (!fits(DraftAnswers, answers))
    throw invalid('The answers to the questions about this draft are not valid')
  return answers
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
