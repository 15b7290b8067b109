import type { SQLInputValue } from 'node:sqlite'

/** How a field is stored: unchanged, in milliseconds, as ISO 8601 text or as JSON. An undefined field is NULL. */
export type FieldKind = 'value' | 'date' | 'isoDate' | 'json'
export type FieldKinds<T> = { [Field in keyof Required<T>]: FieldKind }

/** Fields that are all stored in this way. */
export const stored = <Field extends string>(kind: FieldKind, ...fields: Field[]) =>
  Object.fromEntries(fields.map((field) => [field, kind])) as Record<Field, FieldKind>

/** The record type of a table. */
export type RecordOf<Of> = Of extends Table<infer T> ? T : never

/** Maps records to the rows of an SQLite table: the column of `createdAt` is `created_at`. */
export class Table<T extends object> {
  readonly name: string
  readonly fields: readonly (keyof T & string)[]
  readonly #kinds: Readonly<Record<string, FieldKind>>

  constructor(name: string, kinds: FieldKinds<T>) {
    this.name = name
    this.#kinds = kinds
    this.fields = Object.keys(kinds) as (keyof T & string)[]
  }

  /** `name (column, …)`, for INSERT INTO. */
  get into(): string {
    return `${this.name} (${this.fields.map(columnOf).join(', ')})`
  }

  /** `:field, …`, the values of an INSERT. */
  get parameters(): string {
    return this.fields.map((field) => `:${field}`).join(', ')
  }

  /** `column = :field, …`, for UPDATE … SET. */
  get assignments(): string {
    return this.fields.map((field) => `${columnOf(field)} = :${field}`).join(', ')
  }

  /** `column AS field, …`, for SELECT and RETURNING; of all fields unless some are given. */
  columns(from = '', fields: readonly (keyof T & string)[] = this.fields): string {
    return fields.map((field) => `${from && `${from}.`}${columnOf(field)} AS ${field}`).join(', ')
  }

  /** Named parameters for a statement. Fields that the table does not have are left out. */
  toParameters(record: T): Record<string, SQLInputValue> {
    return Object.fromEntries(this.fields.map((field) => [field, this.#stored(record, field)]))
  }

  /** The record by the names of its columns. */
  toRow(record: T): Record<string, SQLInputValue> {
    return Object.fromEntries(this.fields.map((field) => [columnOf(field), this.#stored(record, field)]))
  }

  /** A row that was read with `columns`. Other columns of the row are unchanged. */
  fromRow<Row extends object = T>(row: object): Row {
    return Object.fromEntries(
      Object.entries(row).map(([field, value]) => [
        field,
        value === null ? undefined : READ[this.#kinds[field] ?? 'value'](value as never),
      ]),
    ) as Row
  }

  #stored(record: T, field: keyof T & string): SQLInputValue {
    const value = record[field]
    return value === undefined || value === null ? null : WRITE[this.#kinds[field]!](value as never)
  }
}

/** `createdAt` → `created_at`. */
export const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const WRITE: Record<FieldKind, (value: never) => SQLInputValue> = {
  value: (value: SQLInputValue) => value,
  date: (date: Date) => date.getTime(),
  isoDate: (date: Date) => date.toISOString(),
  json: (value: unknown) => JSON.stringify(value),
}
const READ: Record<FieldKind, (value: never) => unknown> = {
  value: (value: unknown) => value,
  date: (ms: number) => new Date(ms),
  isoDate: (text: string) => new Date(text),
  json: (text: string) => JSON.parse(text) as unknown,
}
