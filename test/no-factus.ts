import { factusAccounts } from '#server/providers/factus/accounts.ts'

/** For a world that must never call the provider: no server listens at that address. */
export const noFactus = factusAccounts({ test: 'http://127.0.0.1:9', production: 'http://127.0.0.1:9' })
