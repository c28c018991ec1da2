import * as z from 'zod/mini'
import { pqrApi } from '#domain/pqr/api.ts'
import { filled } from '#domain/pqr/template.ts'

const { text } = pqrApi.message.body.shape

/** The message of a case. Its field is not called 'text', because a dialog of the same screen has a field of that name. */
export const MessageValues = z.object({ message: text })

/**
 * What the desk writes, each in its own form: a message, with the variables of its template filled in, or a note. Its field is not called 'note',
 * for the same reason.
 */
export const DeskMessageValues = z.object({ message: z.optional(text.check(filled)), internal_note: z.optional(text) })
