package com.amazonaws.services.lambda.runtime.events;

/** Has the name that matters. */
public final class SQSEvent {}
