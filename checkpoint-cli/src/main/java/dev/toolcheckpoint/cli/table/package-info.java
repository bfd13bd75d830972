/** {@code table}: the DynamoDB table of a journal. */
@NullMarked
package dev.toolcheckpoint.cli.table;

import org.jspecify.annotations.NullMarked;
