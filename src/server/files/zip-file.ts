import { crc32 } from 'node:zlib'
import { dayOf } from '#domain/core/days.ts'
import { openTemporaryFile, type TemporaryFile } from './temporary-file.ts'

/** A ZIP that is written file by file: only one of them is in memory at a time. */
export type ZipFile = {
  add: (name: string, bytes: Uint8Array) => Promise<void>
  /** Ends the ZIP, whose content is then read once. */
  end: () => Promise<ReturnType<TemporaryFile['read']>>
  discard: () => Promise<void>
}

// APPNOTE.TXT of PKWARE, 4.3.7, 4.3.12 and 4.3.16.
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** The names are in UTF-8. */
const FLAGS = 0x0800
/** Without it, an archive has at most so many files and bytes. */
const FILES_MAX = 0xffff
const BYTES_MAX = 0xffffffff

/**
 * Opens a ZIP in a temporary file without a name in this folder; `day` is that of its files. They are stored as they are: a PDF is already
 * compressed. Throws an Error over 65,535 files or 4 GB.
 */
export async function openZipFile(folder: string, day: Date): Promise<ZipFile> {
  const file = await openTemporaryFile(folder)
  const central: Buffer[] = []
  let at = 0
  const write = async (part: Uint8Array): Promise<void> => {
    await file.writeBytes(part)
    at += part.length
    if (at > BYTES_MAX) throw new Error('the archive is larger than 4 GB')
  }
  return {
    add: async (name, bytes) => {
      const path = Buffer.from(name)
      const common = commonFields(path, bytes, day)
      central.push(centralEntry(common, path, at))
      if (central.length > FILES_MAX) throw new Error('the archive has more than 65,535 files')
      const head = Buffer.alloc(4)
      head.writeUInt32LE(LOCAL)
      await write(Buffer.concat([head, common, path]))
      await write(bytes)
    },
    end: async () => {
      const start = at
      for (const entry of central) await write(entry)
      await write(endRecord(central.length, start, at - start))
      return file.read()
    },
    discard: file.discard,
  }
}

/** The fields that an entry has in both of its places: from the version to the length of the extra field. */
function commonFields(path: Buffer, bytes: Uint8Array, day: Date): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(FLAGS, 2)
  fields.writeUInt16LE(dosDay(day), 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(bytes.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(path.length, 22)
  return fields
}

/** The day in Bogotá in the format of MS-DOS: seven bits for the years since 1980, four for the month, five for the day. */
function dosDay(instant: Date): number {
  const [year = 1980, month = 1, day = 1] = dayOf(instant).split('-').map(Number)
  return ((year - 1980) << 9) | (month << 5) | day
}

function centralEntry(common: Buffer, path: Buffer, offset: number): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt32LE(CENTRAL, 0)
  head.writeUInt16LE(VERSION, 4)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(offset, 10)
  return Buffer.concat([head, common, tail, path])
}

function endRecord(files: number, start: number, bytes: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(files, 8)
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(start, 16)
  return end
}
