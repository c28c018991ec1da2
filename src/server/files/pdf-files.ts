import { hash } from 'node:crypto'
import { refuseField } from '#domain/core/refusal.ts'
import type { World } from '#server/core/context.ts'
import { type StoredFile, storeFile } from './storing.ts'

/** How far from its beginning and its end the marks of a PDF may be: readers allow some bytes around it. */
const HEAD_BYTES = 1_024
const TAIL_BYTES = 2_048
const KEPT_NAME = /^[0-9a-f]{64}$/

/**
 * Stores a PDF as it was uploaded. Its name is the hash of its bytes. The content decides, not the name of the file:
 * it begins and ends as a PDF, so an interrupted upload is refused too. Throws a refusal on `field`. Never call it inside a
 * transaction.
 */
export async function keepPdf(world: World, companyId: string, bytes: Buffer, field: string): Promise<StoredFile> {
  if (!isPdf(bytes)) throw refuseField('invalid', field, 'Sube el documento en PDF: este archivo es de otro tipo')
  assertWholePdf(bytes, field)
  const name = hash('sha256', bytes)
  return { name, bytes: bytes.length, storing: await storeFile(world, companyId, keyOf(name), bytes) }
}

/** Whether a file begins as a PDF. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, HEAD_BYTES).includes('%PDF-')

/** Throws a refusal on `field` for a PDF whose end is missing. */
export function assertWholePdf(bytes: Buffer, field: string): void {
  const tail = bytes.subarray(-TAIL_BYTES)
  if (!tail.includes('startxref') || !tail.includes('%%EOF'))
    throw refuseField('invalid', field, 'El PDF está incompleto o dañado: descárgalo de nuevo y súbelo otra vez')
}

/** A stored PDF; undefined for an unknown name. The name is checked, because it is part of a path. */
export async function readPdfFile(world: World, companyId: string, name: string): Promise<Buffer | undefined> {
  if (!KEPT_NAME.test(name)) return undefined
  return world.files.read(`${companyId}/${keyOf(name)}`)
}

const keyOf = (name: string): string => `registration/${name}.pdf`
