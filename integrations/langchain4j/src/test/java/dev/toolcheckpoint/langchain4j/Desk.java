package dev.toolcheckpoint.langchain4j;

import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.UserMessage;

/** The assistant of the tests. */
interface Desk {

    String chat(@MemoryId String conversation, @UserMessage String text, InvocationParameters parameters);

    Result<String> ask(@MemoryId String conversation, @UserMessage String text, InvocationParameters parameters);
}
