import sharp from 'sharp'
import type { World } from '#server/core/context.ts'
import { readImage } from '#server/files/images.ts'
import { storedDocument } from '#server/files/store.ts'
import type { Letterhead } from './letterhead.ts'

/** A logo that a PDF can draw: a PNG on white, because pdfkit does not read WebP, with its size in pixels. */
export type Logo = { bytes: Buffer; width: number; height: number }

/**
 * A stored document with the logo of its company, drawn once by `draw`. The logo is null without one, or when its file is missing or
 * cannot be decoded: the document then has the initial characters of the company.
 */
export async function storedWithLogo(
  world: World,
  companyId: string,
  content: { issuer: Letterhead } & Readonly<Record<string, unknown>>,
  draw: (logo: Logo | null) => Promise<Buffer>,
): Promise<Buffer> {
  const stored = await readLogo(world, companyId, content.issuer)
  // A document without a missing logo is drawn again when the file is back.
  const key = { ...content, has_logo: stored !== undefined }
  return storedDocument(world, companyId, key, async () => draw(stored ? await decode(world, stored) : null))
}

/** The logo of a company, as a PDF draws it. Null without one, or when its file cannot be read. */
export async function logoOf(world: World, companyId: string, issuer: Letterhead): Promise<Logo | null> {
  const stored = await readLogo(world, companyId, issuer)
  return stored ? decode(world, stored) : null
}

const readLogo = async (world: World, companyId: string, { logo_url }: Letterhead): Promise<Buffer | undefined> =>
  logo_url === null ? undefined : readImage(world, companyId, logo_url.split('/').at(-1) ?? '')

async function decode(world: World, stored: Buffer): Promise<Logo | null> {
  try {
    const image = sharp(stored).flatten({ background: '#ffffff' }).png()
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    world.log.warn({ err: error }, 'the logo of a company could not be decoded')
    return null
  }
}
