import * as z from 'zod/mini'

const nullableText = z.nullable(z.string())

/** The company data of a document that a thread draws. */
export const LetterheadData = z.object({
  name: z.string(),
  nit: z.string(),
  initial_letter: z.string(),
  color_code: z.string(),
  logo_url: nullableText,
  address: nullableText,
  city: nullableText,
  phone: nullableText,
  email: nullableText,
  website_url: nullableText,
})

/** The logo of a document that a thread draws: its bytes arrive without their class. */
export const LogoData = z.nullable(
  z.pipe(
    z.object({ bytes: z.instanceof(Uint8Array), width: z.number(), height: z.number() }),
    z.transform((logo) => ({ ...logo, bytes: Buffer.from(logo.bytes) })),
  ),
)
