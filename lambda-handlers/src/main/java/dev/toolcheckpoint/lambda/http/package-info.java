/** Events of HTTP front ends: API Gateway (REST and HTTP API), function URLs, application load balancers. */
@NullMarked
package dev.toolcheckpoint.lambda.http;

import org.jspecify.annotations.NullMarked;
