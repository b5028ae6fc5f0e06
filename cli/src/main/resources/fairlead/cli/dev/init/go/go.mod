module @file@

go 1.21
