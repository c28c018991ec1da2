import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'

/** What a person of the desk does on the page of a case; 'left' ends it at once. */
const DOINGS = ['reading', 'answering', 'left'] as const

/** A person of the desk who has the page of a case open. The check of the table `pqr_presences` has the same values of `doing`. */
const PresentPerson = z.object({ id: z.uuid(), name: z.string(), doing: z.enum(['reading', 'answering']) })
export type PresentPerson = z.output<typeof PresentPerson>

/** The seconds between two signs of an open page, and those for which a sign counts. */
export const PRESENCE = { everyS: 20, countsS: 60 } as const

/** Who of the desk is on a case (PQR-03). */
export const pqrPresenceApi = api({
  record: {
    method: 'PUT',
    path: '/pqr/:id/presence',
    summary: 'Dice que tienes abierta la página de una PQR, y responde quién más del personal la tiene',
    roles: ['financial', 'technical'],
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ doing: z.enum(DOINGS, { error: 'doing es reading, answering o left' }) }),
    personOnly: true,
    ownMarks: true,
    reply: z.object({ data: z.array(PresentPerson) }),
  },
})
