/** A column of an exported list: its heading, the path of its value in a row of the reply, and the labels of an enumerated value. */
export type Column = { header: string; at: string; words?: Readonly<Record<string, string>> }
