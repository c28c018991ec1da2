import { companySiteApi, isSitePrefix } from '#domain/auth/site-api.ts'
import { brandOf } from '#domain/core/brand.ts'
import { notFound } from '#domain/core/refusal.ts'
import { readInPlatformTx } from '#server/core/context.ts'
import { implement } from '#server/core/verb.ts'

const ABSENT_COPY = 'Esta dirección no es de ninguna empresa'

/** The own address of a company, which anyone may open. A closed company has none; who signs in to a suspended one reads the reason. */
export const companySites = implement(companySiteApi, {
  get: async (ctx, { params: { prefix } }) => {
    if (!isSitePrefix(prefix)) throw notFound(ABSENT_COPY)
    const found = await readInPlatformTx(ctx.world, (tx) =>
      tx
        .selectFrom('companies')
        .select(['name', 'city', 'phone', 'whatsapp_url', 'logo_url', 'initial_letter', 'color_code'])
        .where('initial_letter', '=', prefix.toUpperCase())
        .where('kind', '=', 'provider')
        .where('status', '<>', 'closed')
        .executeTakeFirst(),
    )
    if (!found) throw notFound(ABSENT_COPY)
    const { color_code, ...site } = found
    return { data: { ...site, brand: brandOf(color_code) } }
  },
})
