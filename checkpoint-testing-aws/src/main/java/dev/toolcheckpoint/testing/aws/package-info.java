/**
 * Tests against AWS without an account: a stand-in for DynamoDB, KMS, S3 and SQS by one annotation ({@link
 * dev.toolcheckpoint.testing.aws.LocalAws}), faults on the wire of the SDK's clients ({@link
 * dev.toolcheckpoint.testing.aws.FaultyHttpClient}), and a KMS that refuses what the service refuses ({@link
 * dev.toolcheckpoint.testing.aws.StrictKms}).
 */
@NullMarked
package dev.toolcheckpoint.testing.aws;

import org.jspecify.annotations.NullMarked;
