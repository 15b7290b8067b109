// An S3 server for tests: MinIO with its own command line.
// It ends when its standard input does, so no test run leaves it behind.
package main

import (
	"io"
	"os"

	minio "github.com/minio/minio/cmd"
)

func main() {
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	minio.Main(os.Args)
}
