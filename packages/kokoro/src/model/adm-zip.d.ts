declare module 'adm-zip' {
  export default class AdmZip {
    constructor(file?: string)
    getEntry(name: string): { header: { size: number }; getData(): Buffer } | null
    addFile(name: string, content: Buffer): void
    toBuffer(): Buffer
  }
}
