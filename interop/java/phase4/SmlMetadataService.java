import com.helger.peppol.smlclient.smp.BadRequestFault;
import com.helger.peppol.smlclient.smp.FaultType;
import com.helger.peppol.smlclient.smp.InternalErrorFault;
import com.helger.peppol.smlclient.smp.ManageServiceMetadataServiceSoap;
import com.helger.peppol.smlclient.smp.NotFoundFault;
import com.helger.peppol.smlclient.smp.PublisherEndpointType;
import com.helger.peppol.smlclient.smp.ServiceMetadataPublisherServiceType;
import com.helger.peppol.smlclient.smp.UnauthorizedFault;
import jakarta.jws.WebService;

/** SMPs by id. The ids UNAUTHORIZED and INTERNAL get that fault; the others come from what is asked for. */
@WebService(
    endpointInterface = "com.helger.peppol.smlclient.smp.ManageServiceMetadataServiceSoap",
    targetNamespace = "http://busdox.org/serviceMetadata/ManageServiceMetadataService/1.0/")
public final class SmlMetadataService implements ManageServiceMetadataServiceSoap {
  public void create(ServiceMetadataPublisherServiceType smp) throws BadRequestFault, InternalErrorFault, UnauthorizedFault {
    special(smp.getServiceMetadataPublisherID());
    if (SmlServer.publishers.containsKey(smp.getServiceMetadataPublisherID()))
      throw new BadRequestFault("no", fault("there is one already"));
    keep(smp);
  }

  public ServiceMetadataPublisherServiceType read(ServiceMetadataPublisherServiceType asked)
      throws InternalErrorFault, NotFoundFault, UnauthorizedFault {
    var found = known(asked.getServiceMetadataPublisherID());
    var answer = new ServiceMetadataPublisherServiceType();
    var endpoint = new PublisherEndpointType();
    endpoint.setLogicalAddress(found);
    endpoint.setPhysicalAddress("127.0.0.1");
    answer.setPublisherEndpoint(endpoint);
    answer.setServiceMetadataPublisherID(asked.getServiceMetadataPublisherID());
    return answer;
  }

  public void update(ServiceMetadataPublisherServiceType smp) throws InternalErrorFault, NotFoundFault, UnauthorizedFault {
    known(smp.getServiceMetadataPublisherID());
    keep(smp);
  }

  public void delete(String smpId) throws InternalErrorFault, NotFoundFault, UnauthorizedFault {
    known(smpId);
    SmlServer.publishers.remove(smpId);
  }

  private static void keep(ServiceMetadataPublisherServiceType smp) {
    SmlServer.publishers.put(smp.getServiceMetadataPublisherID(), smp.getPublisherEndpoint().getLogicalAddress());
  }

  private static String known(String smpId) throws InternalErrorFault, NotFoundFault, UnauthorizedFault {
    special(smpId);
    var found = SmlServer.publishers.get(smpId);
    if (found == null) throw new NotFoundFault("no", fault("there is no " + smpId));
    return found;
  }

  private static void special(String smpId) throws InternalErrorFault, UnauthorizedFault {
    if (smpId.equals("UNAUTHORIZED")) throw new UnauthorizedFault("no", fault("not with this certificate"));
    if (smpId.equals("INTERNAL")) throw new InternalErrorFault("no", fault("the database is away"));
  }

  private static FaultType fault(String message) {
    var fault = new FaultType();
    fault.setFaultMessage(message);
    return fault;
  }
}
