import { type Wompi, wompiAt } from '#server/providers/wompi/client.ts'

/** For a world that must never call the provider: no server listens at that address. */
export const noWompi = (): Wompi =>
  wompiAt('http://127.0.0.1:9/v1', { public_key: '', private_key: '', integrity_secret: '' })
