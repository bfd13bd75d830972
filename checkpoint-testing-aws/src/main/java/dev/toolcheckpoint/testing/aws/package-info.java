/**
 * Tests against AWS without an account: a stand-in for DynamoDB, KMS, S3 and SQS by one annotation ({@code
 * LocalAws}), and faults on the wire of the SDK's clients.
 */
@NullMarked
package dev.toolcheckpoint.testing.aws;

import org.jspecify.annotations.NullMarked;
