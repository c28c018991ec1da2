import '#server/exit-flags.ts'
import * as z from 'zod/mini'
import { keptIn } from '#simulators/factus/kept.ts'
import { startFactusSimulator } from '#simulators/factus/simulator.ts'
import { simulatedAccount } from './documents-account.ts'

const Settings = z.object({ KEPT: z.string(), PORT: z.string(), COMPANIES: z.string(), PER_MINUTE: z.string() })

/** The simulator of Factus in a process that can be killed: its documents are in a file, and it starts again on its port. */
const { KEPT, PORT, COMPANIES, PER_MINUTE } = z.parse(Settings, process.env)
const simulator = await startFactusSimulator({
  accounts: Array.from({ length: Number(COMPANIES) }, (_, index) => simulatedAccount(index)),
  perMinute: PER_MINUTE === '' ? null : Number(PER_MINUTE),
  kept: keptIn(KEPT),
  port: Number(PORT),
})
process.send?.({ url: simulator.url })
process.on('disconnect', () => process.exit())
