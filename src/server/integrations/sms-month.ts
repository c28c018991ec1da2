import type { Money } from '#domain/core/money.ts'
import type { SmsMonth } from '#domain/integrations/sms.ts'
import type { World } from '#server/core/context.ts'
import { openPort } from '#server/core/port.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * What each notice costs in a month by text message. The words and the clients are to the right of the integrations:
 * collections/sms-month.ts implements this, and reactions.ts connects it.
 */
export type SmsMonths = { read(world: World, tx: Tx, partPrice: Money | null): Promise<SmsMonth[]> }

const port = openPort<SmsMonths>('SmsMonths')

/** Sets the module that knows the notices: connectModules of src/server/reactions.ts calls it. */
export const setSmsMonth = port.connect

/** The module that knows the notices. Throws when setSmsMonth was not called. */
export const smsMonth = port.get
